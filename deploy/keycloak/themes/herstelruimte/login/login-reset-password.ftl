<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<@layout.registrationLayout displayInfo=true displayMessage=!messagesPerField.existsError('username'); section>
  <#if section == "header">
    ${msg("emailForgotTitle")}
  <#elseif section == "info">
    <p>${msg("emailInstruction")}</p>
  <#elseif section == "form">
    <form id="kc-reset-password-form" action="${url.loginAction}" method="post">
      <@fields.input name="username" label=msg("usernameOrEmail") value=(auth.attemptedUsername!'') autocomplete="username" focus=true/>
      <@fields.submit label=msg("doSubmit")/>
    </form>
    <p><a href="${url.loginUrl}">${msg("backToLogin")}</a></p>
  </#if>
</@layout.registrationLayout>
