<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('password','password-confirm'); section>
  <#if section == "header">
    ${msg("updatePasswordTitle")}
  <#elseif section == "form">
    <form id="kc-passwd-update-form" action="${url.loginAction}" method="post">
      <input type="text" value="${(auth.attemptedUsername)!''}" autocomplete="username" hidden>
      <@fields.input name="password-new" label=msg("passwordNew") key="password" type="password" autocomplete="new-password" focus=true/>
      <@fields.input name="password-confirm" label=msg("passwordConfirm") type="password" autocomplete="new-password"/>
      <@fields.others/>
      <@fields.submit label=msg("doSubmit")/>
    </form>
  </#if>
</@layout.registrationLayout>
