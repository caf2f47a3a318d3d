<#import "template.ftl" as layout>
<@layout.registrationLayout displayInfo=false; section>
  <#if section == "header">
    ${msg("wayTitle")}
  <#elseif section == "form">
    <form id="kc-select-credential-form" action="${url.loginAction}" method="post">
      <#list auth.authenticationSelections as way>
      <p><button class="btn btn-2" name="authenticationExecution" value="${way.authExecId}" type="submit">${msg(way.displayName)}</button><br>
        <span class="hint">${msg(way.helpText)}</span></p>
      </#list>
    </form>
  </#if>
</@layout.registrationLayout>
